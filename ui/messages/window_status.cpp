// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/window_status.h"

#include "ui/actions/command_registry.h"
#include "ui/document/document.h"
#include "ui/panels/frame_time_label.h"
#include "ui/services/window_services.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/message_status_bar.h"
#include "ui/widgets/symbol_icon.h"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QToolButton>

namespace bubblescope::ui {

WindowStatus::WindowStatus(WindowServices& window)
{
    QMainWindow* shell = &window.shell();
    shell->setStatusBar(new MessageStatusBar(shell));
    QStatusBar* bar = shell->statusBar();
    bar->setSizeGripEnabled(false);
    m_size = new QLabel(shell);
    m_hover = new QLabel(shell);
    auto* busy = new QLabel(tr("computing…"), shell);
    m_progress = new QProgressBar(shell);
    m_progress->setObjectName(QStringLiteral("load-progress"));
    m_progress->setRange(0, 0);
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Opening"));
    m_cancel = new QToolButton(shell);
    m_cancel->setObjectName(QStringLiteral("load-cancel"));
    m_cancel->setText(tr("Cancel"));
    connect(m_cancel, &QToolButton::clicked, this, &WindowStatus::cancelAsked);
    bar->addWidget(m_size);
    m_frameTime = new FrameTimeLabel(*window.pane()->view(), shell);
    bar->addWidget(m_frameTime);
    for (QWidget* widget : std::initializer_list<QWidget*>{busy, m_progress, m_cancel}) {
        bar->addWidget(widget);
        widget->hide();
    }
    addButtons(window);
    connect(&window.document(), &Document::busyChanged, busy, &QWidget::setVisible);
    connect(window.pane()->view(), &TimelineView::evaluationChanged, this, [this, pane = window.pane()] {
        const EvaluationPtr evaluation = pane->view()->evaluation();
        if (!evaluation)
            return;
        const Schedule& schedule = *evaluation->timeline->schedule;
        m_size->setText(tr("%1 actions · %2 ranks · %3 stages")
                            .arg(countText(evaluation->actionCount))
                            .arg(schedule.rankCount())
                            .arg(schedule.stageCount));
    });
}

void WindowStatus::addButtons(WindowServices& window)
{
    QMainWindow* shell = &window.shell();
    auto* keys = new QToolButton(shell);
    keys->setText(tr("? shortcuts"));
    keys->setAccessibleName(tr("Shortcuts"));
    connect(keys, &QToolButton::clicked, window.commands().action(QStringLiteral("help.shortcuts")),
            &QAction::trigger);
    auto* colours = new QToolButton(shell);
    colours->setObjectName(QStringLiteral("colour-blind-switch"));
    colours->setDefaultAction(window.commands().action(QStringLiteral("view.theme.colorBlind")));
    colours->setToolButtonStyle(Qt::ToolButtonIconOnly);
    colours->setIconSize(QSize(kSymbolSize, kSymbolSize));
    colours->setAccessibleName(tr("Color-blind safe colors"));
    shell->statusBar()->addPermanentWidget(m_hover);
    for (QToolButton* button : {colours, keys}) {
        button->setProperty("quiet", true);
        button->setFocusPolicy(Qt::TabFocus);
        shell->statusBar()->addPermanentWidget(button);
    }
}

void WindowStatus::setHover(const QString& text)
{
    m_hover->setText(text);
}

void WindowStatus::showLoading(bool isLoading)
{
    if (!isLoading)
        m_progress->setRange(0, 0);
    m_progress->setVisible(isLoading);
    m_cancel->setVisible(isLoading);
}

void WindowStatus::showProgress(std::optional<double> done)
{
    constexpr int kSteps = 1000;
    m_progress->setRange(0, done ? kSteps : 0);
    if (done)
        m_progress->setValue(static_cast<int>(*done * kSteps));
    showLoading(true);
}

} // namespace bubblescope::ui
