// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/run_bar.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/look.h"
#include "ui/widgets/segmented_choice.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace bubblescope::ui {

RunBar::RunBar(QWidget* parent)
    : QWidget(parent)
    , m_choice(new SegmentedChoice(this))
    , m_title(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("run-bar"));
    m_choice->setAccessibleName(tr("Which run is shown"));
    m_title->setObjectName(QStringLiteral("run-title"));
    m_title->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 5);
    layout->setSpacing(12);
    m_title->setFont(figuresFont(13, true));
    layout->addWidget(m_title, 1);
    layout->addWidget(m_choice);
    connect(m_choice, &SegmentedChoice::chosen, this, [this](int index) { emit measuredAsked(index == 0); });
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void RunBar::show(bool isMeasured, const QString& other, const QString& title)
{
    if (other != m_other) {
        m_other = other;
        m_choice->setChoices({tr("Measured"), other});
    }
    m_choice->setCurrent(isMeasured ? 0 : 1);
    m_text = tr("%1: %2", "measured or predicted, of what").arg(isMeasured ? tr("Measured") : other, title);
    m_title->setWholeText(title); // the choice beside it says of what
    m_title->setAccessibleName(m_text);
}

void RunBar::offerResiduals(QAction& command)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("run-residuals"));
    button->setCheckable(true);
    button->setText(tr("Residuals"));
    button->setToolTip(command.toolTip());
    const auto follow = [&command, button] {
        button->setChecked(command.isChecked());
        button->setVisible(command.isEnabled());
    };
    follow();
    connect(&command, &QAction::changed, button, follow);
    connect(button, &QToolButton::clicked, &command, &QAction::trigger);
    static_cast<QHBoxLayout*>(layout())->insertWidget(1, button);
}

bool RunBar::isMeasured() const
{
    return m_choice->current() == 0;
}

void RunBar::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
