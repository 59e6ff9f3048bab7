// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/family_choice.h"

#include "core/generate/catalog.h"
#include "ui/document/schedule_groups.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/segmented_choice.h"

#include <QListWidget>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kListHeight = 168;
constexpr int kAllFamilies = 0, kSomeFamilies = 1;

} // namespace

FamilyChoice::FamilyChoice(QWidget* parent)
    : QWidget(parent)
    , m_mode(new SegmentedChoice(this))
    , m_list(new QListWidget(this))
{
    m_mode->setObjectName(QStringLiteral("find-families"));
    m_mode->setChoices({tr("All"), tr("Chosen", "some of the schedules")});
    m_mode->setCurrent(kAllFamilies);
    m_row = new FormRow(tr("Schedules"), tr("Families to try, each with all its parameters"), m_mode, this);
    m_list->setObjectName(QStringLiteral("find-family-list"));
    m_list->setAccessibleName(tr("Schedules to try"));
    m_list->setFixedHeight(kListHeight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    for (std::size_t group = 0; group < kScheduleGroupCount; ++group)
        for (const ScheduleInfo& schedule : scheduleCatalog()) {
            if (groupOf(schedule) != static_cast<ScheduleGroup>(group))
                continue;
            auto* item = new QListWidgetItem(QString::fromStdString(schedule.title), m_list);
            item->setData(Qt::UserRole, QString::fromStdString(schedule.name));
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(Qt::Unchecked);
            item->setToolTip(groupTitle(static_cast<ScheduleGroup>(group)));
        }
    m_list->setCurrentRow(0);
    m_list->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_row);
    column->addWidget(m_list);
    setFocusProxy(m_mode);
    connect(m_mode, &SegmentedChoice::chosen, this, [this](int mode) {
        m_list->setVisible(mode == kSomeFamilies);
        check();
        emit edited();
    });
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        check();
        emit edited();
    });
}

void FamilyChoice::check()
{
    m_row->setProblem(lacksChoice() ? tr("Check at least one schedule.") : QString());
}

std::vector<std::string> FamilyChoice::names() const
{
    std::vector<std::string> names;
    for (int row = 0; m_mode->current() == kSomeFamilies && row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            names.push_back(m_list->item(row)->data(Qt::UserRole).toString().toStdString());
    return names;
}

bool FamilyChoice::lacksChoice() const
{
    return m_mode->current() == kSomeFamilies && names().empty();
}

} // namespace bubblescope::ui
